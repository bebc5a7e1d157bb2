/** Continues the rename of a tag. Without it, the user presses the button. */
document.querySelector<HTMLFormElement>('form[data-continue]')?.requestSubmit();
