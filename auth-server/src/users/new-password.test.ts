import { describe, expect, test } from '@jest/globals';
import { localeOf } from '../texts/texts.ts';
import { findPasswordProblem, passwordMessage } from './new-password.ts';

const EMAIL = 'maria.keller@example.com';

describe('findPasswordProblem', () => {
  test.each([
    ['a common password', 'password1', 'too common'],
    ['a common password with other letter case', 'PassWord1', 'too common'],
    [
      'a common password in full-width characters',
      '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11',
      'too common',
    ],
    ['a rare password among the 10,000 most common', 'jasmine2', 'too common'],
    ['the email address', ' Maria.Keller@example.com ', 'your email address'],
    ['the local part of the email address', 'Maria.Keller', 'your email address'],
    ['spaces', '            ', 'spaces'],
    ['7 characters', 'x7$Kq!z', 'at least 8 characters'],
    ['1,025 characters', 'x'.repeat(1_025), 'at most 1,024 characters'],
  ])('rejects %s', (_name, password, message) => {
    const problem = findPasswordProblem(password, EMAIL);
    expect(passwordMessage(localeOf('en').texts, problem!)).toContain(message);
  });

  test.each(['correct horse battery', 'maria.keller1984', 'password1 of maria'])(
    'accepts %j, which is not a common password',
    (password) => {
      expect(findPasswordProblem(password, EMAIL)).toBeNull();
    },
  );
});
