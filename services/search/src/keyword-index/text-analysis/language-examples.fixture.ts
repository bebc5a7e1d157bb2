/** Texts in several languages, and a query for each that contains its words in other forms. */
export const LANGUAGE_EXAMPLES: readonly (readonly [
  language: string,
  code: string | null,
  text: string,
  query: string,
])[] = [
  [
    'German',
    'de',
    'Frau Müller hat die Besprechung mit den Kunden auf den Donnerstag verschoben.',
    'Sind die Besprechungen mit Kunden verschoben?',
  ],
  [
    'French',
    'fr',
    'Nous avons réservé deux chambres dans un hôtel près de la gare de Lyon.',
    "Quelle chambre d'hôtel a été réservée ?",
  ],
  [
    'Spanish',
    'es',
    'La reunión con los clientes se canceló porque el vuelo llegó muy tarde.',
    '¿Por qué se cancelaron las reuniones?',
  ],
  [
    'Russian',
    'ru',
    'Анна купила новую книгу о русской истории в магазине на Арбате.',
    'Какие книги она купила в магазинах?',
  ],
  ['Arabic', 'ar', 'اشترت ليلى الكتاب الجديد من المكتبة في القاهرة.', 'أين كتابُ ليلى؟'],
  ['Hindi', 'hi', 'राम ने बाज़ार से तीन नई किताबें खरीदीं।', 'राम ने कौन सी किताब खरीदी?'],
  ['Chinese', null, '安娜喜欢在早上喝绿茶，不喜欢咖啡。', '谁喜欢绿茶？'],
  ['Japanese', null, '田中さんは来週の木曜日に大阪へ出張します。', '大阪への出張はいつですか'],
  ['Korean', null, '회의는 다음 주 목요일 오후 세 시에 시작합니다.', '회의 시작은 언제인가요?'],
];

/** Texts, and a query for each that has no word in common with the text except a word in another form. */
export const INFLECTION_EXAMPLES: readonly (readonly [language: string, text: string, query: string])[] = [
  ['German', 'Wir haben die Häuser neben dem Fluss verkauft.', 'Wieviel kostet ein Haus bei uns?'],
  ['French', 'Les chevaux sont dans le pré.', 'Quel cheval est-ce, pour nous ?'],
  ['Spanish', 'Pedro está trabajando en casa.', '¿Con quién trabaja tu hermano?'],
  ['Russian', 'Анна купила новую книгу.', 'Где мои книги?'],
  ['Arabic', 'اشترت ليلى الكتاب الجديد.', 'أين كتاب أحمد؟'],
  ['Hindi', 'राम ने तीन किताबें खरीदीं।', 'मेरी किताब कहाँ है?'],
];
