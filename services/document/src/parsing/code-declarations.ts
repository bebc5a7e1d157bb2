/** Returns the name that a line of source code declares, or undefined. Lines have at most a few hundred characters. */
export type DeclarationName = (line: string) => string | undefined;

const firstMatch =
  (...patterns: readonly RegExp[]): DeclarationName =>
  (line) => {
    for (const pattern of patterns) {
      const name = pattern.exec(line)?.[1];
      if (name !== undefined && !NOT_A_NAME.has(name)) return name;
    }
    return undefined;
  };

/** Keywords that are followed by parentheses or by a block, as a function is. */
const NOT_A_NAME = new Set(
  'if for while switch catch function return with else do try match guard when foreach elseif'.split(' '),
);

/** Types and functions with a keyword, in C-like languages. */
const KEYWORD_DECLARATION =
  /^\s*(?:[\w@]+\s+)*(?:class|interface|enum|record|struct|namespace|object|protocol|extension|trait|fun|func|function)\s+(\w+)/;
/** A function or method whose name follows its type, and whose block starts on the same line. */
const TYPED_FUNCTION = /^\s*(?:[\w<>[\],*&:?]+\s+)+[*&]*([\w:~]+)\s*\([^;]*\{\s*$/;

const SCRIPT = firstMatch(
  /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|interface|enum|namespace|type)\s+([\w$]+)/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)[^=]*=\s*(?:async\s*)?(?:function\b|\(|[\w$]+\s*=>)/,
  /^\s+(?:(?:public|private|protected|static|readonly|override|async|get|set)\s+)*\*?([\w$#]+)\s*\([^;]*\{\s*$/,
);
const C_LIKE = firstMatch(KEYWORD_DECLARATION, TYPED_FUNCTION);
const KEYWORDS_ONLY = firstMatch(KEYWORD_DECLARATION);

/** Declarations by extension. Source code of other extensions has no sections. */
export const DECLARATION_NAMES: Readonly<Record<string, DeclarationName>> = {
  '.py': firstMatch(/^\s*(?:async\s+)?(?:def|class)\s+(\w+)/),
  '.js': SCRIPT,
  '.ts': SCRIPT,
  '.go': firstMatch(/^(?:func\s+(?:\([^)]*\)\s*)?|type\s+)(\w+)/),
  '.rs': firstMatch(
    /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const)\s+)*(?:fn|struct|enum|trait|mod|union|macro_rules!)\s+(\w+)/,
    /^\s*(?:unsafe\s+)?impl(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?(\w+)/,
  ),
  '.java': C_LIKE,
  '.c': C_LIKE,
  '.h': C_LIKE,
  '.cc': C_LIKE,
  '.cpp': C_LIKE,
  '.hpp': C_LIKE,
  '.kt': KEYWORDS_ONLY,
  '.swift': KEYWORDS_ONLY,
  '.php': KEYWORDS_ONLY,
  '.rb': firstMatch(/^\s*(?:def|class|module)\s+([\w.:?!]+)/),
  '.sh': firstMatch(/^\s*(?:function\s+)?([\w-]+)\s*\(\)/, /^\s*function\s+([\w-]+)/),
  '.sql': firstMatch(
    /^\s*create\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique|materialized)\s+)*(?:table|view|function|procedure|index|trigger|type|schema)\s+(?:if\s+not\s+exists\s+)?([\w."`]+)/i,
  ),
};
