import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { integerBetween } from '../option-values.ts';
import { cleanText } from '../output/clean-text.ts';
import { openClient } from '../session.ts';
import { addSearchOptions, toSearchBody, warnAboutResults } from './search.command.ts';
import type { SearchOptions } from './search.command.ts';

interface Options extends SearchOptions {
  tokens?: number;
}

/** Estimate for English text. The exact number depends on the model. */
const CHARACTERS_PER_TOKEN = 4;

/** Adds `loci recall`: whole texts for a prompt, unlike the table of `loci search`. */
export function addRecallCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('recall')
    .summary('print what is known about a question')
    .description(
      'Prints the whole text of the best results as a Markdown list, for example for the prompt of a model. ' +
        'The ranking is that of the tool `recall` of assistants.',
    )
    .argument('<question...>', 'question or words')
    .option(
      '--tokens <number>',
      'stop before the text exceeds this number of tokens',
      integerBetween(1, 1_000_000),
    );
  addSearchOptions(command, 10).action(async (words: string[], _options: unknown, self: Command) => {
    const options = optionsOf<Options>(self);
    const loci = await openClient(context, options);
    // As in the tool `recall`: the top ranks get more weight than in a search.
    const results = await loci.search.hybrid({
      ...toSearchBody(words.join(' '), options),
      rrf_k: 10,
      ranking: 'auto',
    });
    const { terminal } = context;
    warnAboutResults(terminal, results);
    const items = takeWhileWithinBudget(results.items, options.tokens);
    if (items.length < results.items.length && items.length === 0)
      terminal.note('The best result exceeds the number of tokens. Increase --tokens.');
    if (options.json === true) return terminal.printJson(items);
    if (results.items.length === 0) return terminal.note('Nothing was found.');
    for (const item of items) terminal.print(toListItem(item));
  });
}

const toListItem = ({ content, occurred_at: time }: { content: string; occurred_at: string }): string =>
  `- ${time.slice(0, 10)}: ${cleanText(content).trim().replaceAll('\n', '\n  ')}`;

function takeWhileWithinBudget<Item extends { content: string; occurred_at: string }>(
  items: Item[],
  tokens: number | undefined,
): Item[] {
  if (tokens === undefined) return items;
  let characters = 0;
  return items.slice(
    0,
    items.filter((item) => (characters += toListItem(item).length + 1) <= tokens * CHARACTERS_PER_TOKEN)
      .length,
  );
}
