const MAX_TITLE_LENGTH = 120;
const MAX_TITLES = 6;

/** Path of the headings that enclose the current position, from the outermost to the innermost. */
export interface SectionPath {
  /** Enters a heading. Leaves all headings of its level and of deeper levels. */
  enter(level: number, title: string): void;
  /** Replaces the path with these titles. */
  reset(titles: readonly string[]): void;
  /** Returns the titles joined by ` > `, or undefined before the first heading. */
  current(): string | undefined;
}

/** Creates an empty section path. */
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
      // The first heading of a chapter usually repeats its title, which is already in the path.
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

/** Joins titles into a section name, or returns undefined without titles. Truncates long titles and paths. */
export function sectionName(titles: readonly string[]): string | undefined {
  const named = titles.map(cleanTitle).filter((title) => title !== '');
  return named.length === 0 ? undefined : named.slice(0, MAX_TITLES).join(' > ');
}

function cleanTitle(title: string): string {
  const clean = title.replace(/\s+/gu, ' ').trim();
  const characters = Array.from(clean.slice(0, 2 * MAX_TITLE_LENGTH));
  return characters.length <= MAX_TITLE_LENGTH ? clean : `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…`;
}
