/** Splits the words of a list. */
const wordsOf = (text: string): string[] => text.trim().split(/\s+/u);

/** Function words, times of day, meals and other recurring occasions. They name no event without other words. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  wordsOf(`
    a about again ago all also always am an and another any anybody anyone anything are around as at away back be because
    been being both but by can could each else ever every everybody everyone everything few first for from further had has
    have having he her here hers him his hour hours i in into is it its itself just last later least less long many may me
    might mine minute minutes moment more most much must my next no none nor not nothing now of off on once one only
    or other others our ours out over own past point recently same second several shall she should so some someone
    something soon still such than that the their theirs them then there these they thing things this those time times to
    today together tomorrow tonight too two three four five six up us very was we were while who will with would yesterday
    yet you your yours
    day days week weeks weekend weekends month months year years decade decades century quarter semester
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december spring summer autumn fall winter season
    clock early late o pm
    morning mornings noon midday afternoon afternoons evening evenings night nights midnight dawn dusk dark sunrise sunset
    breakfast brunch lunch lunchtime dinner supper tea coffee meal meals dessert eating bed bedtime sleep sleeping work
    working school class church notice fact facts`),
);

/** Past forms of verbs without the ending "ed". */
const IRREGULAR_PASTS = wordsOf(`
  ate became began bought broke brought built came caught chose cut did drew drove fell felt flew forgot found gave got grew
  had heard held hit hurt kept knew learnt led left let lost made met paid put quit ran read rode rose said sang sank saw
  sent set shot shut slept sold spent split spoke spread stole stood swam swore taught thought threw told took tore
  understood was wed went were woke won wore wrote`);

/** A verb in the past. */
export const PAST_VERB = new RegExp(
  `(?<![\\p{L}\\p{N}'’])(?:\\p{L}{2,}ed|['’]d|${IRREGULAR_PASTS.join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Periods of months or years. The time of a memory that mentions one says little about when it was. */
export const LONG_PERIOD = new RegExp(
  `\\b(?:${wordsOf(`
    adolescence apprenticeship career childhood college degree education employment internship job journey life lifetime
    marriage pandemic phd pregnancy process recovery relationship residency retirement studies teens therapy transition
    treatment university war youth`).join('|')})\\b`,
  'iu',
);
