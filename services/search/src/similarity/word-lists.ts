// Words are lower case, without diacritics. Lists of languages other than English contain only frequent words.

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');
const wordSet = (list: string): ReadonlySet<string> => new Set(words(list));

/** Words that reverse a statement. Parts of French negations that accompany `pas` are not included. */
export const NEGATIONS = wordSet(`
  no not never none nobody nothing nowhere neither nor without cannot hardly lack lacks lacked unable impossible
  nicht kein keine keinen keinem keiner nie niemals ohne
  nunca jamas sin ningun ninguna
  pas jamais aucun aucune sans
  non mai nessun nessuna senza
  niet geen nooit zonder`);

/** Forms of the verb "to be" in statements such as "the color is green". */
export const COPULAS = wordSet(
  'is are was were be been being am ist sind war waren es son esta estan est sont e sono',
);

/** Words between which the two sides of a statement can be exchanged, such as "prefers tea to coffee". */
export const CONNECTORS = wordSet('to over than before after from instead rather vor nach');

/** Words that do not change what a statement says. */
export const IGNORED_WORDS = wordSet(`
  a an the this that these those there here it its he him his she her hers they them their theirs i me my mine we us our
  ours you your yours who which what and or so as at by for in into of on onto with within about per via also too
  do does did doing have has had having will would shall should must can could may might need needs
  all any each every everyone anyone some both such same own
  currently now really very still please note remember reminder actually simply just basically quite already
  more longer anymore again then than if when whenever while because since until during
  always approximately roughly
  der die das den dem des ein eine einen einem einer im am an auf zu zum zur und mit von vom fur bei derzeit aktuell
  wir ich er sie wird hat haben
  el la los las un una unos unas de del al en y para por con que se ha
  le les l d du des au aux et il elle nous je ce cette ne n a
  lo gli i di da nel alle alla ogni
  het een op van te`);

/** Words that make a statement uncertain. */
export const HEDGES =
  wordSet(`may might maybe perhaps possibly probably could plan plans planning consider considering
  vielleicht quizas peut-etre forse misschien`);

/** Words that make a statement conditional. */
export const CONDITIONS = wordSet('if when whenever wenn falls');

export const PRONOUNS = wordSet('i we he she they it you my our his her their your ich wir er sie');

const synonymGroups = `
  car automobile
  buy bought buys buying purchase purchased purchases
  close closed shut closes
  finish finished complete completed completes finishes
  live lives lived living reside resides resided dwell
  use uses used using utilize utilizes utilized usa utiliza
  customer client customers clients
  delete deletes deleted remove removes removed removing deleting
  child children kid kids
  begin begins began start starts started
  doctor physician
  login signin logon
  happy pleased glad
  repo repository repositories repos
  db database databases dbs
  k8s kubernetes
  config configuration configs configurations
  auth authentication
  env environment environments
  dev development
  prod production
  app application applications apps
  docs documentation
  info information
  spec specification specs
  lib library libraries libs
  msg message messages
  max maximum
  min minimum
  admin administrator admins administrators
  js javascript
  ts typescript
  postgres postgresql
  photo picture photograph photos pictures
  movie film movies films
  big large
  small little
  error failure
  job occupation
  boss supervisor
  mom mother mum
  dad father
  phone telephone
  tv television
  fix fixed fixes repair repaired repairs
  forbid forbids forbidden prohibit prohibits prohibited
  allow allows allowed permit permits permitted
  choose chooses chose chosen select selects selected pick picked
  write writes wrote written
  build builds built
  run runs ran running
  leave leaves left
  know knows knew known
  say says said mention mentions mentioned
  eat eats ate eaten
  drink drinks drank
  keep keeps kept
  pay pays paid
  send sends sent
  meet meets met
  speak speaks spoke spoken
  take takes took taken
  get gets got
  go goes went gone
  teach teaches taught
  sell sells sold
  person people persons
  man men
  woman women
  enable enables enabled activate activated
  disable disables disabled deactivate deactivated
  quick quickly fast rapid
  begin commence
  help assist assists helps
  often frequently
  also too
  end ends ended
  storage store stores stored storing
  advise advised advises recommend recommended recommends
  postpone postponed delay delayed
  mandatory required compulsory obligatory
  optional voluntary
  team group
  cancel cancels canceled cancelled
  color colour
`;

/** The common form of words with nearly the same meaning, and of irregular inflections. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  synonymGroups
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first, ...others] = words(line);
      return others.map((other): [string, string] => [other, first!]);
    }),
);

/**
 * Pairs of words that exclude each other when they are said of one subject. Words that usually name different attributes,
 * such as minimum and maximum, are not included.
 */
export const ANTONYMS: readonly (readonly [string, string])[] = `
  open close, fast slow, quick slow, mandatory optional, increase decrease, increase reduce, raise lower, pass fail,
  succeed fail, love hate, like dislike, like hate, love dislike, public private, enable disable, accept reject,
  approve reject, allow forbid, allow deny, grant deny, include exclude, stable unstable, on off, present absent,
  alive dead, true false, correct wrong, right wrong, valid invalid, safe dangerous, safe unsafe, easy difficult,
  easy hard, simple complex, cheap expensive, free expensive, hot cold, warm cold, warm cool, wet dry, full empty,
  rich poor, strong weak, heavy light, high low, tall short, long short, wide narrow, thick thin, big small, deep shallow,
  loud quiet, noisy quiet, clean dirty, healthy ill, healthy sick, happy sad, happy unhappy, married single,
  married divorced, single divorced, employed unemployed, available unavailable, online offline, up down,
  visible hidden, show hide, synchronous asynchronous, sync async, mutable immutable, static dynamic, manual automatic,
  automatically manually, sequential parallel, local remote, internal external, encrypted plain, temporary permanent,
  active inactive, connected disconnected, locked unlocked, lock unlock, sorted unsorted, ascending descending,
  always never, everything nothing, vegetarian carnivore, early late, before after, above below, inside outside,
  indoor outdoor, interior exterior, formal informal, official unofficial, legal illegal, possible impossible,
  complete incomplete, finish unfinished, known unknown, supported unsupported, deprecated recommended, better worse,
  best worst, more less, most least, majority minority, win lose, won lost, buy rent, rent own, add remove, add delete,
  create delete, keep delete, keep remove, keep discard, retain discard, retain delete, install uninstall,
  encrypt decrypt, connect disconnect, attach detach, merge split, expand collapse, agree disagree, trust distrust,
  remember forget, confirm deny, confirmed denied, confirm cancel, arrive depart, push pull, hire fire, join leave,
  stay leave, continue stop, start stop, pause resume, morning evening, day night, daily weekly, weekly monthly,
  monthly yearly, daily monthly, hourly daily, north south, east west, left right, male female, junior senior,
  beginner expert, amateur professional, positive negative, profit loss, growth decline, rise fall, optimistic pessimistic,
  brave afraid, patient impatient, polite rude, honest dishonest, tidy messy, spicy mild, sweet bitter, sweet sour,
  raw cooked, fresh stale, sunny rainy, urban rural, vegan carnivore, introvert extrovert, introverted extroverted,
  lefthanded righthanded, nearsighted farsighted, relational nonrelational, commercial opensource, paid free,
  ouvert ferme, offen geschlossen, geoffnet geschlossen, abierto cerrado, aperto chiuso, open gesloten, schnell langsam,
  rapido lento, rapide lent, grande pequeno, grand petit, gross klein, neu alt, caliente frio, chaud froid, heiss kalt
`
  .split(',')
  .map((pair) => words(pair) as [string, string]);

type LinksOfVerb = ReadonlyMap<string, ReadonlySet<string>>;

const linksOfVerbs = (links: Record<string, string>): LinksOfVerb =>
  new Map(Object.entries(links).map(([verb, list]) => [verb, wordSet(list)]));

/**
 * Verbs that have one value per subject, with the words of which one must precede the value. An empty list requires no
 * word.
 */
export const EXCLUSIVE_VERBS = linksOfVerbs({
  lives: 'in at',
  wohnt: 'in',
  vive: 'en a',
  habite: 'a en',
  abita: 'a in',
  woont: 'in',
  steht: 'in',
  works: 'at',
  arbeitet: 'bei',
  trabaja: 'en para',
  prefers: '',
  chose: '',
  weighs: '',
});

/** Participles that have one value per subject after a form of "to be". */
export const EXCLUSIVE_PARTICIPLES = linksOfVerbs({
  named: '',
  called: '',
  written: 'in',
  stored: 'in on at',
  built: 'with in on',
  kept: 'by in',
  born: 'in on at',
  located: 'in at on',
  hosted: 'on at in by',
  married: 'to',
  assigned: 'to',
  led: 'by',
  maintained: 'by',
  scheduled: 'for on',
  deployed: 'to on in',
});

/** Words of attributes that have one value, such as in "the capital is Vienna" or "the default branch is main". */
export const EXCLUSIVE_ATTRIBUTES = wordSet(`
  favorite favourite preferred default primary main
  name nickname title capital color language address location headquarters hometown birthplace deadline priority
  timezone currency username hostname license nationality religion occupation profession birthday brand breed`);

/** Roles that one person or company has, such as in "the owner is Nina". */
export const EXCLUSIVE_ROLES =
  wordSet(`owner manager boss lead leader ceo cto cfo president mayor chair author
  maintainer contact provider employer major wife husband spouse partner supervisor teacher doctor landlord`);

export const COLORS =
  wordSet(`red blue green yellow black white gray grey orange purple brown pink silver gold beige
  turquoise violet rot blau grun gelb schwarz weiss rojo azul verde negro blanco rouge bleu vert noir blanc`);

/** Verbs whose statements stay true if both sides are exchanged. */
export const SYMMETRIC_VERBS =
  wordSet(`married meets equals matches differs borders talks argues agrees cooperates
  collaborates knows corresponds resembles conflicts syncs shares`);

/** Nouns before a number that names an object, such as "issue 12". */
export const NUMBERED_NOUNS =
  wordSet(`issue ticket bug pr incident sprint milestone room chapter step task phase page plan
  order invoice case version release build episode season volume section unit gate track lesson test item line level
  question exercise part day week number no`);

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...words(
    `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty`,
  ).map((word, value): [string, number] => [word, value]),
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['ninety', 90],
]);

const UNIT_NAMES = `ms millisecond milliseconds, s sec secs second seconds sekunde sekunden, min mins minute minutes minuten,
  h hr hrs hour hours stunde stunden heure heures, day days tag tage, week weeks, month months, year years,
  kb, mb, gb, tb, percent % pct prozent, dollar dollars usd $, euro euros eur €, pound pounds gbp £, km, m, cm, kg, g`;
/** The common form of units. */
export const UNITS: ReadonlyMap<string, string> = new Map(
  UNIT_NAMES.split(',').flatMap((group) => {
    const names = words(group);
    return names.map((name): [string, string] => [name, names[0]!]);
  }),
);

const numbered = (lists: readonly string[]): ReadonlyMap<string, number> =>
  new Map(lists.flatMap((list) => words(list).map((word, i): [string, number] => [word, i + 1])));

export const MONTHS = numbered([
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
]);
// "may" is usually a verb, so it is a month only next to a day, or after a preposition.
export const AMBIGUOUS_MONTHS = wordSet('may march');
export const WEEKDAYS = numbered([
  'monday tuesday wednesday thursday friday saturday sunday',
  'mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  'lunes martes miercoles jueves viernes sabado domingo',
  'lundi mardi mercredi jeudi vendredi samedi dimanche',
]);

/** Words before a year or a month. */
export const BEFORE_DATES = wordSet('in on since until by from of after before im seit en');

/** Words after the hour of a time of day. */
export const HOUR_WORDS = wordSet('uhr heures heure');

/** Matches French and Italian articles and pronouns that are joined with the next word, as in "l'eau". */
export const ELISION = /^(?:[ldnjcsmt]|qu|dell|all|nell)'(.+)$/;
