/** Destinations without text of the document. @see RTF 1.9.1, "Appendix B: Index of RTF Control Words" */
export const IGNORED_DESTINATIONS = new Set(
  (
    'author operator category manager company keywords subject comment doccomm hlinkbase creatim revtim printim ' +
    'buptim title colortbl filetbl revtbl listtable listoverridetable rsidtbl generator pict objdata objclass ' +
    'objname nonshppict header headerl headerr headerf footer footerl footerr footerf bkmkstart bkmkend ' +
    'listtext pntext atnid atnauthor annotation themedata colorschememapping datastore latentstyles xmlnstbl ' +
    'nonesttables xe tc ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn template mmathPr'
  ).split(' '),
);

/** Control words that represent a character. */
export const CHARACTER_WORDS: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '\u2011',
  tab: ' ',
  line: '\n',
  lbr: '\n',
  softline: '\n',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '\u2022',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
};
