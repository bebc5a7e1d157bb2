import { account } from './account.ts';
import { device } from './device.ts';
import { documentation } from './documentation.ts';
import { invitation } from './invitation.ts';
import { layout } from './layout.ts';
import { messages } from './messages.ts';
import { password } from './password.ts';
import { policy } from './policy.ts';
import { signIn } from './sign-in.ts';
import { terms } from './terms.ts';

/** All texts of the pages in English. A text with a value is a function. A text with markup is HTML. */
export const en = {
  account,
  device,
  documentation,
  invitation,
  layout,
  messages,
  password,
  policy,
  signIn,
  terms,
};
