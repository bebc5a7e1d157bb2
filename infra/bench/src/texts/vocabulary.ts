import { createRandom, createZipf, pick } from './random.ts';
import type { Random } from './random.ts';

const words = (list: string) => list.trim().split(/\s+/);

export const MONTHS = words(
  'January February March April May June July August September October November December',
);

const FIRST_NAMES = words(`
  Maria Jonas Priya Wei Amara Luca Sofia Mateo Hana Noah Fatima Erik Chloe Ravi Ines Tomas Aisha Oliver Yuki
  Lena Diego Nora Samuel Leila Viktor Grace Omar Freya Hugo Mei Clara Ivan Zara Paul Ingrid Kofi Anna Felix Rosa Ben
`);
const LAST_NAMES = words(`
  Keller Okafor Lindqvist Moreau Tanaka Novak Silva Haddad Brandt Costa Iyer Walsh Petrov Nguyen Larsen Ortiz
  Fischer Mensah Kowalski Rossi Becker Adeyemi Dubois Sato Hansen Varga Reyes Murphy Schmidt Bianchi
`);
const PLACES = words(`
  Lisbon Oslo Nairobi Kyoto Montreal Vienna Valencia Tallinn Bergen Accra Porto Zurich Krakow Dublin Seville
  Antwerp Leipzig Turin Osaka Quito Ghent Basel Malmo Graz Bordeaux Utrecht Gdansk Cork Bilbao Trieste
`);
const THINGS = words(`
  project meeting budget report release customer contract deadline server database backup invoice trip garden
  kitchen recipe bicycle camera guitar novel course language exam marathon doctor allergy vaccine insurance
  apartment lease mortgage sofa heating roof window laptop printer router password account subscription
  newsletter podcast concert museum painting workshop conference presentation proposal interview candidate
  salary vacation passport visa flight train hotel restaurant birthday wedding anniversary school teacher
  homework football swimming yoga knee shoulder sleep diet coffee tea bread cheese tomato soup dog cat puppy
  parrot aquarium balcony orchid basil bonsai compost telescope microscope drone battery solar panel charger
  firmware compiler parser queue cache index cluster gateway pipeline dashboard alert incident outage
  migration schema query token certificate firewall branch review refactoring prototype benchmark experiment
  sensor dataset model survey grant thesis lecture patent license audit tax pension loan donation petition
  election council library theatre choir orchestra violin piano chess puzzle pottery knitting sewing carpentry
  engine gearbox tyre parking ferry harbour lighthouse glacier canyon meadow forest trail campsite tent kayak
`);
const QUALITIES = words(`
  new old small large early late quiet difficult simple urgent cheap expensive reliable fragile annual weekly
  local public private digital broken spare favorite final second previous upcoming shared unusual green blue
  red heavy light seasonal temporary permanent open closed technical legal medical musical outdoor indoor
`);
const ACTIONS = words(`
  finished started postponed cancelled repaired replaced reviewed approved rejected measured moved cleaned
  painted sold bought rented borrowed returned tested documented explained compared planned organized recorded
  updated improved reduced doubled simplified discovered noticed forgot remembered recommended questioned
  rehearsed translated photographed delivered collected counted insured renewed exported imported archived
`);
const SYLLABLES = words(
  'ka lo mi ren tas vo del pra shu nel gor bi fen zu mar tek sil dro ve ash ori lun cam pel qui sto wen yar hex jun',
);

/** Number of invented names, which form the long tail of rare words. */
const RARE_NAMES = 4000;

/** Draws words by role. The frequencies of the words of a role follow Zipf's law. */
export interface Vocabulary {
  person(random: Random): string;
  place(random: Random): string;
  thing(random: Random): string;
  quality(random: Random): string;
  action(random: Random): string;
  rareName(random: Random): string;
}

/** Creates a vocabulary. @param seed determines which words are frequent */
export function createVocabulary(seed: number): Vocabulary {
  const random = createRandom(seed);
  const people = FIRST_NAMES.flatMap((first) => [first, `${first} ${pick(random, LAST_NAMES)}`]);
  const rareNames = Array.from({ length: RARE_NAMES }, () => rareName(random));
  return {
    person: drawing(random, people),
    place: drawing(random, PLACES),
    thing: drawing(random, THINGS),
    quality: drawing(random, QUALITIES),
    action: drawing(random, ACTIONS),
    rareName: drawing(random, rareNames),
  };
}

function drawing(shuffle: Random, list: readonly string[]): (random: Random) => string {
  const order = [...list];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(shuffle() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  const zipf = createZipf(order.length);
  return (random) => order[zipf(random)]!;
}

function rareName(random: Random): string {
  const length = 2 + Math.floor(random() * 3);
  const name = Array.from({ length }, () => pick(random, SYLLABLES)).join('');
  return name[0]!.toUpperCase() + name.slice(1);
}
