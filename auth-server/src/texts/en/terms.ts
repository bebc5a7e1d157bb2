import { html } from '@loci/pages';

/** Page that `op_tos_uri` of the OAuth metadata links to. */
export const terms = {
  title: 'Terms of use',
  body: html`<p class="lead">
      Loci is open-source software under the Apache License 2.0. The operator of this server decides who may
      use it. These are the default terms of the software.
    </p>
    <h2>Permitted use</h2>
    <p>
      You may store and search content that you have the right to store, yourself or with the assistants and
      programs that you connect. You are responsible for their actions. You can disconnect them at any time.
    </p>
    <h2>Prohibited use</h2>
    <p>
      You may not try to access data of other users, share your password or the API keys of a workspace with
      people outside of the workspace, circumvent limits, or store illegal content.
    </p>
    <h2>Limits</h2>
    <p>
      The number of requests per workspace and minute is limited, and so is the size of what you store. The
      response to a rejected request contains the time after which you can try again.
    </p>
    <h2>Warranty</h2>
    <p>
      The software is provided without warranty of any kind, as described in sections 7 and 8 of the license.
      Keep a backup of important data.
    </p>
    <h2>Termination</h2>
    <p>
      You can stop using the server at any time. The operator can close an account that breaks these terms.
    </p>`,
};
