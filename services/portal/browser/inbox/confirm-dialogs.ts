/** Opens a dialog instead of the page that confirms a decision. */
export function confirmDialogs(root: Document): void {
  for (const dialog of root.querySelectorAll<HTMLDialogElement>('dialog[data-confirms]')) {
    const button = root.querySelector<HTMLButtonElement>(
      `form > button[name="decision"][value="${dialog.dataset['confirms']}"]`,
    );
    button?.addEventListener('click', (event) => {
      event.preventDefault();
      dialog.showModal();
    });
    dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  }
}
