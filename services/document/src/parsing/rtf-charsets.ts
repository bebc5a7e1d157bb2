/** Encodings of the character sets in font tables. @see RTF 1.9.1, section "Font Table" */
const CHARSET_ENCODINGS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const CODE_PAGE_ENCODINGS: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  65001: 'utf-8',
};

/** Returns the encoding of a code page (`\ansicpg`). Unknown code pages are read as Windows-1252. */
export function encodingOfCodePage(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  return CODE_PAGE_ENCODINGS[codePage] ?? 'windows-1252';
}

/** Returns the encoding of a character set (`\fcharset`), or undefined if the font has that of the document. */
export const encodingOfCharset = (charset: number): string | undefined => CHARSET_ENCODINGS[charset];
