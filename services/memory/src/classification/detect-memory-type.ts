import type { MemoryType } from '@loci/contracts';

/** Memory types that can be detected. Other operations create checkpoints and protected memories. */
export type DetectedType = Exclude<MemoryType, 'checkpoint' | 'identity_core' | 'personality_trait'>;

interface DetectionRule {
  type: DetectedType;
  /**
   * Patterns of which at least one must match for the rule to apply. Repetitions in a pattern are bounded, so
   * that matching takes linear time.
   */
  patterns: readonly RegExp[];
}

const DAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|noon|midnight|(?:next|this|end of (?:the )?)\\s*(?:week|month|quarter|year|day)|(?:january|february|march|april|may|june|july|august|september|october|november|december)|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}|the \\d{1,2}(?:st|nd|rd|th)|eod|eow';
const OBLIGATION =
  "(?:needs?|have|has|ought|got) to(?! have)|must(?! have| be(?:en)?\\b)|should(?! have| be\\b)|(?:don't|do not) forget to";

/**
 * Detection rules by descending reliability of their patterns. The first rule that applies determines the
 * type. Patterns match the form of a text, such as its opening words, a transcript or a URL, and not its
 * topic. A sentence about tasks is therefore a fact.
 */
const RULES: readonly DetectionRule[] = [
  {
    type: 'task',
    patterns: [
      /^\W{0,3}to-?do\b(?!\s+(?:app|list|lists|comments?|items?)\b)/i,
      /^\s*(?:[-*]\s*)?\[ \]\s/,
      /^\s*(?:action items?|task|reminder|next steps?|follow[- ]up|deadline|must do)\s*:/i,
      /^\s*(?:please )?remind (?:me|us|\p{Lu}\p{L}*)\b/iu,
      /^\s*(?:remember|don't forget|do not forget) to\b/i,
      new RegExp(
        `\\b(?:${OBLIGATION})\\b[^.!?\\n]{1,120}\\b(?:by|before|until|on|due)\\s+(?:${DAY})\\b`,
        'i',
      ),
      new RegExp(
        `\\b(?:${OBLIGATION})\\b[^.!?\\n]{1,120}\\b(?:today|tonight|tomorrow|(?:next|this) (?:week|month))\\b`,
        'i',
      ),
      new RegExp(`\\b(?:is|are|falls|comes)\\s+due\\s+(?:(?:on|by|in|at|before|next|this)\\b|${DAY})`, 'i'),
      new RegExp(`\\bdue (?:date )?(?:by|on|:)\\s*(?:${DAY})`, 'i'),
    ],
  },
  {
    type: 'correction',
    patterns: [
      /^\s*(?:correction|erratum|corrected)\b\s*[:,-]/i,
      /^\s*(?:actually|no)\s*,\s/i,
      /^\s*(?:scratch that|i was wrong|that was wrong|i misspoke|i was mistaken)\b/i,
      /\b(?:was|were) (?:wrong|mistaken|incorrect)\b[^.!?\n]{0,60}\b(?:it is|it's|is actually|the (?:right|correct|real))\b/i,
      /\b(?:earlier|previous(?:ly)?)\b[^.!?\n]{0,60}\b(?:wrong|incorrect|mistaken|no longer (?:true|valid|correct|holds))\b/i,
      /\bnot\b[^.!?\n]{1,60}\bas (?:i|we|he|she|they|you)?\s*(?:previously|earlier|first|originally)?\s*(?:said|stated|noted|thought|stored|recorded|claimed)\b/i,
    ],
  },
  {
    type: 'reference',
    patterns: [
      /^\s*<?https?:\/\/\S+>?/i,
      /^\s*(?:see(?: also)?|sources?|references?|ref|link|docs?|documentation|cf\.?|citation|bibliography)\s*[:.]?\s+\S*(?:https?:\/\/|www\.|doi\b|isbn\b|rfc\s?\d)/i,
      /^\s*(?:source|reference|ref|citation|bibliography|further reading)\s*:/i,
      /\bdoi:\s*10\.\d{4,9}\/|\bdoi\.org\/10\.|\barxiv:\s*\d{4}\.\d{4,5}\b|\bisbn(?:-1[03])?:?\s*[\dx-]{10,17}\b/i,
      /^[^\n]{3,200}\(\d{4}\)[.,:]\s[^\n]*(?:\bpp?\.\s?\d|\bvol\.|\bpress\b|\bjournal\b|\bproceedings\b)/i,
      // Matches a title and its URL.
      /^[^\n.!?]{1,100}\s*(?::|[-–—]|\n)\s*<?https?:\/\/\S+>?\s*$/i,
    ],
  },
  {
    type: 'conversation',
    patterns: [
      /^\s*(?:user|human|assistant|ai|me|you)\s*:\s[\s\S]{1,4000}?\n\s*(?:user|human|assistant|ai|me|you)\s*:\s/i,
      /^\s*\p{Lu}[\p{L} ]{0,30}:\s[^\n]{1,2000}\n+\s*\p{Lu}[\p{L} ]{0,30}:\s/u,
      /^\s*(?:(?:today|yesterday|earlier),? )?(?:we|the user and i) (?:talked|spoke|chatted|discussed|went over)\b/i,
      /^\s*(?:in|during|at the end of) (?:this|today's|our|the last|yesterday's) (?:conversation|chat|session|call|talk)\b/i,
      /^\s*(?:conversation|session|chat|meeting) (?:summary|notes?|log|transcript)\b/i,
      /^\s*(?:the )?user (?:just )?(?:asked|said|told me|mentioned|explained|wondered)\b/i,
    ],
  },
  {
    // Statements about both the user and the assistant. Statements about the user alone are facts.
    type: 'relationship',
    patterns: [
      /\b(?:the )?user\b[^.!?\n]{0,60}\b(?:trusts?|calls?|relies on|thanked|(?:is )?(?:annoyed|upset|pleased|happy|frustrated) (?:with|by|at)) (?:me|us|the assistant|its assistant|the ai)\b/i,
      /\b(?:the )?user\b[^.!?\n]{0,60}\b(?:wants|likes|prefers|expects|asked|hates|appreciates|needs)\b[^.!?\n]{0,20}\b(?:me|the assistant|the ai)\b(?: to\b| not to\b|\s+\w+ing\b)/i,
      /\b(?:the )?user (?:likes|loves|hates|appreciates|dislikes) (?:it )?when (?:i|the assistant)\b/i,
      /\b(?:our|my|the) (?:working )?relationship with (?:the user|me|my user)\b|\b(?:our|my) (?:working )?relationship\b|\bbetween the user and (?:me|the assistant)\b/i,
      /^\s*we (?:have )?agreed (?:that|to|on)\b[^.!?\n]{0,80}\b(?:i|me|you|each other|the assistant)\b/i,
      /\b(?:inside|running) joke\b[^.!?\n]{0,60}\b(?:between us|with (?:me|the user))\b/i,
    ],
  },
  {
    type: 'strategy',
    patterns: [
      /^\s*(?:strategy|rule of thumb|best practice|lesson(?:s)? learned|playbook|heuristic|principle|approach)\s*:/i,
      /\b(?:a good |as a |my |our )?rule of thumb\b|\bbest practice is\b|\bthe best way to\b[^.!?\n]{1,100}\bis\b/i,
      /^\s*(?:always|never|avoid|prefer)\s+(?!been\b|had\b|was\b|were\b|the (?:same|case)\b)\p{Ll}+/iu,
      /^\s*(?:when|whenever|before|after|if)\b[^.!?\n]{2,120},\s*(?:then )?(?:always|never|first|start|begin|use|try|check|ask|avoid|prefer|do(?:n't| not)?|make sure|run|keep|write|read|stop|wait|look|split|give|offer|show|explain)\b/i,
      /\b(?:works?|worked|goes|went) (?:best|better|well) (?:when|if|with|for|by|to)\b/i,
    ],
  },
  {
    type: 'insight',
    patterns: [
      /^\s*(?:insight|realization|realisation|observation|takeaway|conclusion|pattern|hypothesis|key (?:insight|takeaway|point))s?\s*:/i,
      /\b(?:i|we|she|he|they) (?:have |just |now )?(?:reali[sz]ed?|noticed?|concluded?|learned|learnt|discovered|figured out|found out) (?:that\b|how\b|why\b)/i,
      /\b(?:this|that|it|which|these|data|evidence|results?|numbers?) (?:strongly |clearly )?(?:suggests?|implies|imply|indicates?|means|shows?) (?:that\b|we\b|the\b|a\b)/i,
      /\b(?:it )?turns out(?: that)?\b|\bthe (?:root cause|common thread|underlying (?:cause|pattern|reason)|real (?:problem|reason|issue))\b/i,
      /\b(?:tends? to|correlates? with|there (?:is|seems to be) a pattern)\b/i,
      /^\s*(?:therefore|hence|thus|in conclusion|in short|overall)\b,?/i,
    ],
  },
];

/** Maximum length of the part of a text that is examined, in UTF-16 code units. */
const MAX_EXAMINED_LENGTH = 4_000;

/**
 * Detects the memory type from the form of a text. The patterns are English, so a text in another language is usually
 * detected as a fact.
 *
 * @returns `fact` if no rule applies
 * @see docs/reference/mcp-tools.md#memory-type-detection
 */
export function detectMemoryType(content: string): DetectedType {
  const examined = content.slice(0, MAX_EXAMINED_LENGTH).replaceAll('’', "'");
  return RULES.find(({ patterns }) => patterns.some((pattern) => pattern.test(examined)))?.type ?? 'fact';
}
