import { html } from '@loci/pages';

/** Page that `op_policy_uri` of the OAuth metadata links to. Describes stored data, retention and access. */
export const policy = {
  title: 'Privacy',
  body: html`<p class="lead">
      This page describes which data about you this server stores. The operator of the server is responsible
      for it and can give you more information.
    </p>
    <h2>Stored data</h2>
    <ul>
      <li>
        <strong>Your account:</strong> your email address, a hash of your password, and the workspaces that
        you are a member of.
      </li>
      <li>
        <strong>What you and your assistants store:</strong> memories, relationships, documents and files.
        They belong to the workspace. All its members can access them, and no other users can.
      </li>
      <li>
        <strong>Connections:</strong> which applications you have connected, when, and with which permissions.
      </li>
      <li>
        <strong>Portal sessions:</strong> when they started, and the names of the browser and the operating
        system, for example Firefox and Linux, until the session ends.
      </li>
      <li><strong>Logs:</strong> time, path and result of requests, without their content.</li>
    </ul>
    <h2>Use of the data</h2>
    <p>
      Your data is not sold, not shown to other workspaces, and not used to train models. These pages contain
      no tracking, advertising or third-party content. The server computes search vectors itself, unless its
      operator has configured an external service for this.
    </p>
    <h2>Cookies</h2>
    <p>
      One cookie keeps you signed in for two weeks. One protects forms against forged requests until you close
      the browser. One recognizes this browser for 180 days, so that failed sign-ins of other people do not
      lock you out. One stores your choice of a language for a year. Short-lived cookies are used during the
      sign-in. There are no other cookies.
    </p>
    <h2>Retention</h2>
    <p>
      Data is stored until you delete it. A deleted memory disappears from all search results immediately. A
      connection ends when you disconnect it, or one year after you allowed it.
    </p>
    <h2>Your choices</h2>
    <p>
      You can read, change and delete what you have stored, disconnect applications on
      <a href="/">your account page</a>, and ask the operator to delete your account.
    </p>`,
};
