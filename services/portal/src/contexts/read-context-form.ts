import { textField } from '../sign-in/signed-in-forms.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import type { ContextFields } from './context.pages.ts';

export interface ContextInput {
  fields: ContextFields;
  /** IDs of the memories to add, in lower case. */
  addedIds: string[];
  /** IDs of the memories that the form showed and whose check mark was cleared. */
  removedIds: string[];
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Reads the form of a context. The field `add` has IDs or addresses of memories, once or several times. */
export function readContextForm(fields: FormFields): ContextInput {
  const add = listField(fields, 'add').join('\n').trim();
  const keep = listField(fields, 'keep');
  return {
    fields: {
      name: textField(fields, 'name'),
      // Browsers send line breaks as CR LF.
      description: textField(fields, 'description').replaceAll('\r\n', '\n'),
      add,
      keep,
    },
    addedIds: [...new Set([...add.matchAll(UUIDS)].map(([id]) => id.toLowerCase()))],
    removedIds: listField(fields, 'shown').filter((id) => !keep.includes(id)),
  };
}

const listField = (fields: FormFields, name: string): string[] =>
  [fields[name]].flat().filter((value) => typeof value === 'string');
