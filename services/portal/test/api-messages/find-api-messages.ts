import ts from 'typescript';

/** A sentence in the source, with `{}` for each inserted value. */
export interface SourceMessage {
  template: string;
  /** `file:line` of the sentence. */
  place: string;
}

/** Properties whose texts describe the API in its specification, or objects that a response contains. */
const DESCRIPTION_PROPERTIES = new Set([
  'afterLostResponse',
  'description',
  'errors',
  'example',
  'examples',
  'responses',
  'summary',
]);
/** Methods whose texts describe a schema or are written to the log. */
const DESCRIPTION_CALLS = /(?:^|\.)(?:describe|meta|debug|info|warn)$|\blog\.error$/;
/** Errors that no response contains with their messages. */
const INTERNAL_ERRORS =
  /^(?:Type|Range|Startup|Config|Aggregate|UnreadableSecret|DamagedFile)?Error$|^DOMException$/;
/** Codes of errors that are described by their code alone. */
const SERVER_ERROR = /^(?:SYS_\w+|NOT_IMPLEMENTED)$/;

/** A sentence, which a placeholder for further sentences can follow. */
const SENTENCE = /\S\s.*\.$|^[A-Z].*\s.*\.\{\}$/s;

/**
 * Finds the sentences in a source file that an error of the API can contain: all texts that end with a
 * period, except
 * descriptions, log messages, and messages of errors of the server.
 */
export function findApiMessages(file: string, content: string): SourceMessage[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found: SourceMessage[] = [];
  const visit = (node: ts.Node): void => {
    if (isDescription(node)) return;
    const template = toTemplate(node);
    if (template === null) {
      ts.forEachChild(node, visit);
      return;
    }
    if (SENTENCE.test(template)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ template, place: `${file}:${line + 1}` });
    }
  };
  visit(source);
  return found;
}

function isDescription(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return DESCRIPTION_PROPERTIES.has(node.name.getText());
  if (ts.isNewExpression(node)) {
    const [code] = node.arguments ?? [];
    return (
      INTERNAL_ERRORS.test(node.expression.getText()) ||
      (code !== undefined && ts.isStringLiteral(code) && SERVER_ERROR.test(code.text))
    );
  }
  // The schema before `.describe('…')` can contain messages, so only the argument is skipped.
  const { parent } = node;
  return (
    parent !== undefined &&
    ts.isCallExpression(parent) &&
    parent.expression !== node &&
    DESCRIPTION_CALLS.test(parent.expression.getText().slice(-30))
  );
}

/** Returns the text of a string, a template or a concatenation of both. Null for other expressions. */
function toTemplate(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [toTemplate(node.left), toTemplate(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}
