import ts from 'typescript';

export interface Import {
  specifier: string;
  /** True for imports that exist only at compile time. */
  typeOnly: boolean;
  line: number;
}

/** Properties of a TypeScript file that the boundary rules use. */
export interface SourceFile {
  /** Path relative to the repository root, with `/` as separator. */
  path: string;
  imports: Import[];
  processLines: number[];
  defaultExportLines: number[];
}

/** Parses a file. Finds static imports, re-exports, dynamic imports of a literal, and `import('x')` types. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const file: SourceFile = { path, imports: [], processLines: [], defaultExportLines: [] };
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const addImport = (specifier: ts.Node | undefined, typeOnly: boolean, node: ts.Node) => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      file.imports.push({ specifier: specifier.text, typeOnly, line: lineOf(node) });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) addImport(node.moduleSpecifier, isTypeImport(node.importClause), node);
    else if (ts.isExportDeclaration(node)) addImport(node.moduleSpecifier, node.isTypeOnly, node);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      addImport(node.arguments[0], false, node);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      addImport(node.argument.literal, true, node);
    } else if (ts.isExportAssignment(node) || isDefault(node)) file.defaultExportLines.push(lineOf(node));
    else if (ts.isIdentifier(node) && node.text === 'process' && isGlobalUse(node)) {
      file.processLines.push(lineOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return file;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly);
}

function isDefault(node: ts.Node): boolean {
  return (
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword) === true) ||
    (ts.isExportSpecifier(node) && node.name.text === 'default')
  );
}

/** Matches uses of the global `process`, not properties, local names or types. */
function isGlobalUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return ts.isElementAccessExpression(parent)
    ? parent.expression === node
    : ts.isCallExpression(parent) && parent.arguments.includes(node);
}
