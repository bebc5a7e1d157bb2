/** Matches invisible characters. The capture group matches those that are kept for a script or an emoji. */
const INVISIBLE =
  /((?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]])[\u200c\u200d]|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f)|[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gv;

/**
 * Removes control, invisible and bidirectional formatting characters, private-use characters and unpaired surrogates.
 * Joiners that emoji, Persian or Indic scripts need remain.
 */
export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '$1');
