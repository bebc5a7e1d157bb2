const MAX_TITLE_LENGTH = 120;
const MAX_TITLES = 6;

/** Where in a document's outline we are: the headings that are open, from the outermost to the innermost. */
export interface SectionPath {
  enter(level: number, title: string): void;
  reset(titles: readonly string[]): void;
  /** The titles joined by ` > `, or undefined before the first heading. */
  current(): string | undefined;
}

export function createSectionPath(): SectionPath {
  let open: { level: number; title: string }[] = [];
  let joined: string | undefined;

  function update(next: typeof open): void {
    open = next;
    joined = sectionName(open.map((heading) => heading.title));
  }

  return {
    enter(level, title) {
      const parents = open.filter((heading) => heading.level < level);
      // A chapter's title is usually repeated by its first heading.
      if (cleanTitle(title) !== parents.at(-1)?.title) {
        update([...parents, { level, title: cleanTitle(title) }]);
      }
    },
    reset(titles) {
      update(titles.map((title) => ({ level: 0, title: cleanTitle(title) })));
    },
    current: () => joined,
  };
}

/** One name for a path of titles; undefined when there is none. */
export function sectionName(titles: readonly string[]): string | undefined {
  const named = titles.map(cleanTitle).filter((title) => title !== '');
  return named.length === 0 ? undefined : named.slice(0, MAX_TITLES).join(' > ');
}

function cleanTitle(title: string): string {
  const clean = title.replace(/\s+/gu, ' ').trim();
  const characters = Array.from(clean.slice(0, 2 * MAX_TITLE_LENGTH));
  return characters.length <= MAX_TITLE_LENGTH ? clean : `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…`;
}
