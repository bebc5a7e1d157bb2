import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { excerpt } from '../pages/excerpt.ts';
import type { Texts } from '../texts/texts.ts';
import type { Configuration, PersonasPage } from './persona.pages.ts';

export type Instruction = Configuration['custom_traits'][number];

/** Values of a form that was rejected. */
export interface InstructionProblem {
  /** ID of the changed instruction. Null for a new one. */
  id: string | null;
  message: string;
  content: string;
  category: string;
  everyone: boolean;
}

const MAX_CONTENT_LENGTH = 2_000;
const MAX_CATEGORY_LENGTH = 100;
/** Category of instructions for which the user named none. */
const DEFAULT_CATEGORY = 'custom_instruction';
const LABEL_LENGTH = 60;

/** Shows the custom instructions of the user and of the workspace, with the forms that change them. */
export const instructionsSection = (page: PersonasPage): Html => {
  const { locale, configuration, list, permissions, instructionProblem } = page;
  const texts = locale.texts.personas;
  const traits = configuration.custom_traits;
  const own = traits.filter(({ is_org_default: isDefault }) => !isDefault);
  const ofWorkspace = traits.filter(({ is_org_default: isDefault }) => isDefault);
  return html`<div class="panel" id="instructions">
    <h2>${texts.instructions}</h2>
    <p>${texts.instructionsLead}</p>
    ${traits.length === 0 && html`<p class="quiet">${texts.noInstructions}</p>`}
    ${own.length > 0 && instructionList(texts.yours, own, list.can_add_traits, page)}
    ${
      ofWorkspace.length > 0 &&
      instructionList(texts.ofWorkspace, ofWorkspace, list.can_set_org_default, page)
    }
    ${
      list.can_add_traits
        ? addForm(page, instructionProblem?.id === null ? instructionProblem : undefined)
        : permissions.includes('write') && html`<p class="note">${texts.needsTier}</p>`
    }
  </div>`;
};

const instructionList = (
  title: string,
  instructions: readonly Instruction[],
  canChange: boolean,
  page: PersonasPage,
): Html => {
  const texts = page.locale.texts.personas;
  return html`<h3>${title}</h3>
    <ul class="plain-list instructions">
      ${instructions.map((instruction) => {
        const { id, content, category } = instruction;
        const rejected = page.instructionProblem?.id === id ? page.instructionProblem : undefined;
        return html`<li>
          <p class="instruction">${content}</p>
          <div class="meta">
            ${category !== DEFAULT_CATEGORY && html`<span class="break">${texts.category(category)}</span>`}
            <a href="/memories/${id}">${texts.asMemory}</a>
            ${
              canChange &&
              page.permissions.includes('delete') &&
              html`<a
                href="/personas/instructions/${id}/delete"
                aria-label="${texts.removeOf(excerpt(content, LABEL_LENGTH))}"
                >${texts.remove}</a
              >`
            }
          </div>
          ${canChange && editForm(instruction, rejected, page.csrf, texts)}
        </li>`;
      })}
    </ul>`;
};

const editForm = (
  { id, content }: Instruction,
  rejected: InstructionProblem | undefined,
  csrf: string,
  texts: Texts['personas'],
): Html =>
  html`<details ${rejected !== undefined && html`open`}>
    <summary aria-label="${texts.editOf(excerpt(content, LABEL_LENGTH))}">${texts.edit}</summary>
    <form method="post" action="/personas/instructions/${id}">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${contentField(`content-${id}`, rejected?.content ?? content, rejected?.message, texts)}
      <button type="submit" class="small">${texts.save}</button>
    </form>
  </details>`;

const contentField = (
  id: string,
  value: string,
  problem: string | undefined,
  texts: Texts['personas'],
): Html =>
  html`<div class="field">
    <label for="${id}">${texts.content}</label>
    <textarea
      id="${id}"
      name="content"
      rows="3"
      required
      maxlength="${MAX_CONTENT_LENGTH}"
      aria-describedby="${id}-hint${problem && ` ${id}-problem`}"
      ${problem && html`aria-invalid="true"`}
    >
${value}</textarea>
    <p class="hint" id="${id}-hint">${texts.contentHint}</p>
    ${problem && html`<p class="note bad" role="alert" id="${id}-problem">${problem}</p>`}
  </div>`;

const addForm = ({ locale, list, csrf }: PersonasPage, rejected: InstructionProblem | undefined): Html => {
  const texts = locale.texts.personas;
  return html`<details ${rejected !== undefined && html`open`}>
    <summary>${texts.add}</summary>
    <form method="post" action="/personas/instructions">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${contentField('new-content', rejected?.content ?? '', rejected?.message, texts)}
      <div class="field">
        <label for="new-category">${texts.categoryField}</label>
        <input
          type="text"
          id="new-category"
          name="category"
          maxlength="${MAX_CATEGORY_LENGTH}"
          autocomplete="off"
          value="${rejected?.category ?? ''}"
          aria-describedby="category-hint"
        />
        <p class="hint" id="category-hint">${texts.categoryHint}</p>
      </div>
      ${
        list.can_set_org_default &&
        html`<label class="choice">
          <input
            type="checkbox"
            name="everyone"
            value="yes"
            ${rejected?.everyone === true && html`checked`}
          />
          <span>${texts.everyone}<small>${texts.everyoneHint}</small></span>
        </label>`
      }
      <div class="actions"><button type="submit">${texts.addButton}</button></div>
    </form>
  </details>`;
};
