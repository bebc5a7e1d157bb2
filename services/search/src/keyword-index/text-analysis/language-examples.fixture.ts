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

/**
 * Texts in each language that is stemmed, and a query for each that has no word in common with the text except a word in
 * another form. `match` is this word in the text.
 */
export const INFLECTION_EXAMPLES: readonly (readonly [
  language: string,
  code: string,
  text: string,
  query: string,
  match: string,
])[] = [
  [
    'German',
    'de',
    'Wir haben die Häuser neben dem Fluss verkauft.',
    'Wieviel kostet ein Haus bei uns?',
    'Häuser',
  ],
  ['French', 'fr', 'Les chevaux sont dans le pré.', 'Quel cheval est-ce, pour nous ?', 'chevaux'],
  ['Spanish', 'es', 'Pedro está trabajando en casa.', '¿Con quién trabaja tu hermano?', 'trabajando'],
  ['Italian', 'it', 'I gatti di mia sorella dormono nel giardino.', 'Dove si nasconde il gatto?', 'gatti'],
  [
    'Portuguese',
    'pt',
    'Os meninos cantaram na escola com a professora.',
    'Quem cantava com ela ontem à noite?',
    'cantaram',
  ],
  [
    'Dutch',
    'nl',
    'De kinderen hebben gisteren drie boeken gelezen.',
    'Van wie is het boek dat hier ligt?',
    'boeken',
  ],
  ['Swedish', 'sv', 'Hon köpte tre röda bilar av sin bror.', 'Är det din bil som står här?', 'bilar'],
  [
    'Norwegian',
    'no',
    'Vi kjøpte to nye stoler til kjøkkenet.',
    'Hvor mye koster en stol hos dere?',
    'stoler',
  ],
  ['Danish', 'da', 'Nogle af fuglene fløj mod syd efter en uge.', 'Hvad hedder denne fugl?', 'fuglene'],
  ['Finnish', 'fi', 'Hän osti eilen kolme uutta kirjaa.', 'Kenen kirja tämä on?', 'kirjaa'],
  ['Hungarian', 'hu', 'Ezek a régi házak nagyon szépek.', 'Mennyibe kerül ez a ház?', 'házak'],
  ['Romanian', 'ro', 'Elevii au plecat cu trenul la Brașov.', 'Cine este elevul care a câștigat?', 'Elevii'],
  ['Turkish', 'tr', 'Kitaplar çok eski ama hepsi güzel.', 'Bu kitap kimin için?', 'Kitaplar'],
  ['Russian', 'ru', 'Анна купила новую книгу.', 'Где мои книги?', 'книгу'],
  ['Ukrainian', 'uk', 'Марія продала свої старі машини.', 'Де стоїть моя машина?', 'машини'],
  ['Arabic', 'ar', 'اشترت ليلى الكتاب الجديد.', 'أين كتاب أحمد؟', 'الكتاب'],
  ['Hindi', 'hi', 'राम ने तीन किताबें खरीदीं।', 'मेरी किताब कहाँ है?', 'किताबें'],
  ['Greek', 'el', 'Οι δρόμοι του χωριού είναι στενοί.', 'Πού βγάζει αυτός ο δρόμος;', 'δρόμοι'],
  ['Armenian', 'hy', 'Ուսանողները շատ հոգնած են։', 'Որտե՞ղ է ապրում այս ուսանողը։', 'Ուսանողները'],
  ['Tamil', 'ta', 'அண்ணா ஒரு புதிய புத்தகம் வாங்கினார்.', 'இந்தப் புத்தகங்கள் யாருடையவை?', 'புத்தகம்'],
];
