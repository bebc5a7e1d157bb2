import type { Texts } from '../texts.ts';
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

export const de: Texts = {
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
