import { parseSync } from 'libpg-query';

/** A statement of a migration that a process of the previous version may not survive. */
export interface BreakingChange {
  /** The statement, without the parts that do not matter, for example `drop column memories.surprise`. */
  change: string;
  why: string;
}

interface Node {
  [key: string]: unknown;
}

/**
 * Finds the statements of a migration that break processes of the previous version, which still run during a rolling
 * upgrade. Tables and columns that the migration creates are unknown to these processes, so changes to them are safe. A
 * constraint with a new column is safe too, because the previous version leaves this column null or at its default.
 * Statements in the bodies of functions and `DO` blocks are not examined.
 *
 * @param sql text of a migration
 * @throws Error if PostgreSQL cannot parse the text
 */
export function findBreakingChanges(sql: string): BreakingChange[] {
  const { stmts = [] } = parseSync(sql) as unknown as { stmts?: { stmt: Record<string, Node> }[] };
  /** Names of the tables that the migration creates, and `<table>.<column>` for the columns that it adds. */
  const created = new Set<string>();
  return stmts.flatMap(({ stmt }) => {
    const [[type, node]] = Object.entries(stmt) as [[string, Node]];
    if (type === 'CreateStmt') created.add(tableName(node['relation']));
    if (type === 'IndexStmt') return ofIndex(node, created);
    if (type === 'AlterTableStmt') return ofAlterTable(node, created);
    if (type === 'RenameStmt') return ofRename(node, created);
    if (type === 'DropStmt') return ofDrop(node);
    if (type === 'GrantStmt') return ofGrant(node);
    return [];
  });
}

const tableName = (relation: unknown): string => {
  const { schemaname, relname } = relation as { schemaname?: string; relname: string };
  return schemaname === undefined ? relname : `${schemaname}.${relname}`;
};

function ofIndex(node: Node, created: ReadonlySet<string>): BreakingChange[] {
  const table = tableName(node['relation']);
  if (node['unique'] !== true || created.has(table) || usesNewColumn(table, node, created)) return [];
  return [
    {
      change: `create unique index on ${table}`,
      why: 'The previous version may write rows that violate it.',
    },
  ];
}

const ALTERATIONS: Record<string, [change: string, why: string]> = {
  AT_DropColumn: ['drop column', 'The previous version reads or writes the column.'],
  AT_AlterColumnType: ['change type of', 'The previous version reads and writes values of the old type.'],
  AT_SetNotNull: ['set not null', 'The previous version may write null.'],
  AT_AddConstraint: ['add constraint', 'The previous version may write rows that violate it.'],
};

/** True if an index or a constraint contains a column that the migration adds. */
function usesNewColumn(table: string, node: Node, created: ReadonlySet<string>): boolean {
  const names = JSON.stringify(node).matchAll(/"(?:sval|name|colname)":"([^"]+)"/g);
  return [...names].some(([, name]) => created.has(`${table}.${name!}`));
}

function ofAlterTable(node: Node, created: Set<string>): BreakingChange[] {
  const table = tableName(node['relation']);
  if (created.has(table)) return [];
  return ((node['cmds'] ?? []) as { AlterTableCmd: Node }[]).flatMap(({ AlterTableCmd: command }) => {
    const subtype = String(command['subtype']);
    const definition = (command['def'] ?? {}) as Record<string, Node>;
    if (subtype === 'AT_AddColumn') {
      created.add(`${table}.${String(definition['ColumnDef']!['colname'])}`);
      return ofNewColumn(table, definition['ColumnDef']!);
    }
    if (subtype === 'AT_AddConstraint' && usesNewColumn(table, command, created)) return [];
    if (subtype === 'AT_ColumnDefault' && command['def'] === undefined) {
      const change = `drop default of ${table}.${String(command['name'])}`;
      return [{ change, why: 'The previous version may omit the column.' }];
    }
    const alteration = ALTERATIONS[subtype];
    if (alteration === undefined) return [];
    const [change, why] = alteration;
    const name = String(command['name'] ?? definition['Constraint']?.['conname'] ?? '(unnamed)');
    return [{ change: `${change} ${table}.${name}`, why }];
  });
}

/** An added column must be optional for the previous version, which does not know it. */
function ofNewColumn(table: string, column: Node): BreakingChange[] {
  const constraints = ((column['constraints'] ?? []) as { Constraint: Node }[]).map(
    ({ Constraint: constraint }) => String(constraint['contype']),
  );
  const isFilled = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'].some((type) =>
    constraints.includes(type),
  );
  const isRequired = constraints.includes('CONSTR_NOTNULL') || constraints.includes('CONSTR_PRIMARY');
  if (!isRequired || isFilled) return [];
  const change = `add required column ${table}.${String(column['colname'])}`;
  return [{ change, why: 'The previous version does not set the column. Add a default.' }];
}

function ofRename(node: Node, created: ReadonlySet<string>): BreakingChange[] {
  const [renameType, table] = [String(node['renameType']), node['relation'] && tableName(node['relation'])];
  if (['OBJECT_INDEX', 'OBJECT_TABCONSTRAINT', 'OBJECT_POLICY', 'OBJECT_TRIGGER'].includes(renameType))
    return [];
  if (typeof table === 'string' && created.has(table)) return [];
  const kind = renameType.replace('OBJECT_', '').toLowerCase();
  const renamed = [table, node['subname']].filter((part) => typeof part === 'string').join('.');
  return [{ change: `rename ${kind} ${renamed}`.trimEnd(), why: 'The previous version uses the old name.' }];
}

const DROPPED: Record<string, string> = {
  OBJECT_TABLE: 'table',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'materialized view',
  OBJECT_SEQUENCE: 'sequence',
  OBJECT_FUNCTION: 'function',
  OBJECT_PROCEDURE: 'procedure',
  OBJECT_TYPE: 'type',
  OBJECT_SCHEMA: 'schema',
};

function ofDrop(node: Node): BreakingChange[] {
  const kind = DROPPED[String(node['removeType'])];
  if (kind === undefined) return [];
  return (node['objects'] as Node[]).map((object) => ({
    change: `drop ${kind} ${objectName(object)}`,
    why: `The previous version uses the ${kind}.`,
  }));
}

function objectName(object: Node): string {
  const parts = (object['List'] as { items: Node[] } | undefined)?.items ??
    (object['ObjectWithArgs'] as { objname: Node[] } | undefined)?.objname ??
    (object['TypeName'] as { names: Node[] } | undefined)?.names ?? [object];
  return parts.map((part) => (part['String'] as { sval: string }).sval).join('.');
}

function ofGrant(node: Node): BreakingChange[] {
  if (node['is_grant'] === true) return [];
  return [{ change: 'revoke', why: 'The previous version may need the privilege.' }];
}
