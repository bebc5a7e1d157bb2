import { texts } from '../texts.ts';

const CONFIRMATION_MS = 2_000;

/** Adds a button that copies the text to each element with the attribute `data-copy`. */
export function copyButtons(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = texts.page.copy;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(element.textContent.trim()).then(
        () => {
          button.textContent = texts.page.copied;
          setTimeout(() => (button.textContent = texts.page.copy), CONFIRMATION_MS);
        },
        () => getSelection()?.selectAllChildren(element),
      );
    });
    element.after(button);
  }
}
