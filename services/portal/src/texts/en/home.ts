const number = (value: number): string => value.toLocaleString('en');

/** Texts of the start page. */
export const home = {
  recent: 'Recent memories',
  showAll: (total: string) => `Show all ${total}`,
  decide: {
    heading: 'To decide',
    contradictions: (count: string) => `Contradictions: ${count}`,
    suggestions: (count: string) => `Suggestions: ${count}`,
    nothing: 'Nothing to decide.',
    open: 'Open the inbox',
  },
  atLeast: (count: number) => `${number(count)}+`,
  count: number,
  activity: {
    heading: (days: number) => `Stored in the last ${days} days`,
    total: (count: string) => `${count} in total.`,
    table: 'Memories by day, in UTC',
    day: 'Day',
    memories: 'Memories',
    description: (highest: string, day: string) => `Most on ${day}: ${highest}.`,
    nothing: 'Nothing was stored.',
  },
  indexing: {
    heading: 'Indexing',
    done: (count: number) =>
      count === 1
        ? 'The memory is searchable by meaning.'
        : `All ${number(count)} memories are searchable by meaning.`,
    outstanding: (count: string) => `Not searchable by meaning yet: ${count}.`,
    pendingHint: 'This takes a few seconds.',
    reloadHint: 'Reload the page to see the progress.',
    failed: 'The embedding model rejected these memories. Searches find them only by their words.',
    failedHint: 'Open a memory and shorten or rephrase it. Loci then tries again.',
  },
  store: {
    heading: 'Store a memory',
    label: 'What should Loci remember?',
    placeholder: 'Ada prefers tea.',
    button: 'Store',
    stored: 'The memory is stored. Searches find it in a moment.',
    open: 'Open it',
    empty: 'Enter a text.',
    notStored: (reason: string) => `The memory was not stored. ${reason}`,
  },
  empty: {
    heading: 'No memories yet',
    text: 'Start in one of these ways.',
    connect: 'Connect an assistant',
    connectText: 'Your assistant stores and finds memories while you work. Give it this address:',
    connectButton: 'Show the steps',
    import: 'Import memories',
    importText: 'Bring memories of other tools with the command line:',
    noPermission: 'You can read memories, but not store any. Ask an owner of the workspace for another role.',
  },
};
