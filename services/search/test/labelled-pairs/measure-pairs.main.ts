// Prints precision and recall, and the pairs that were not classified as labelled:
//   .runtime/node services/search/test/labelled-pairs/measure-pairs.main.ts tuning
import { KINDS, measurePairs, score } from './measure-pairs.ts';

const part = process.argv[2] === 'held-out' ? 'held-out' : 'tuning';
const measured = await measurePairs(part);
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

for (const kind of KINDS) {
  const { precision, recall } = score(measured, kind);
  console.log(`${kind}: precision ${percent(precision)}, recall ${percent(recall)}`);
}
const groups = Map.groupBy(measured, ({ label, category }) => `${label}/${category}`);
for (const [group, pairs] of groups) {
  const correct = pairs.filter(({ label, found }) => label === found).length;
  console.log(`${group}: ${correct} of ${pairs.length}`);
}
if (part === 'tuning') {
  for (const { label, found, cosine, first, second } of measured.filter((pair) => pair.label !== pair.found))
    console.log(`${label} found as ${found} (${cosine.toFixed(2)}): ${first} | ${second}`);
}
