import { regexPattern } from './secret-pattern.ts';

/** First digits and lengths of the numbers of card networks. */
const NETWORKS: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  { prefix: /^(?:6011|65|64[4-9])/, lengths: [16, 19] },
  { prefix: /^62/, lengths: [16, 19] },
];

/** Numbers of credit and debit cards, with or without spaces or hyphens, checked with the Luhn algorithm. */
export const cardNumber = regexPattern(
  'card-number',
  /(?<![\w.-]|\d )\d(?:[ -]?\d){13,18}(?![\w-]|[. ]\d)/dg,
  isCardNumber,
);

function isCardNumber(text: string): boolean {
  // A mixture of separators is a list of numbers.
  if (text.includes(' ') && text.includes('-')) return false;
  const digits = text.replace(/[ -]/g, '');
  const isKnown = NETWORKS.some(
    ({ prefix, lengths }) => prefix.test(digits) && lengths.includes(digits.length),
  );
  return isKnown && hasValidChecksum(digits);
}

/** Luhn algorithm: every second digit from the right counts twice, and the sum of all digits is a multiple of 10. */
function hasValidChecksum(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const value = i % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
