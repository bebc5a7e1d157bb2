import { Parser } from 'htmlparser2';
import { checkDepth } from './element-nesting.ts';

/** Receives the parts of an XML file in their order. Names are in lower case without their prefix. */
export interface XmlHandlers {
  onOpen(name: string, attributes: { [name: string]: string }): void;
  onClose?(name: string): void;
  onText?(data: string): void;
}

/**
 * Parses XML. Decodes only the five predefined entities.
 *
 * @throws VAL_FIELD_TOO_LONG (413) if elements are nested too deeply
 */
export function walkXml(
  source: string,
  onOpen: XmlHandlers['onOpen'],
  onClose: (name: string) => void = () => undefined,
  onText: (data: string) => void = () => undefined,
): void {
  const parser = createXmlParser({ onOpen, onClose, onText });
  parser.write(source);
  parser.end();
}

/** Creates a parser that receives the XML in parts, and has the rules of {@link walkXml}. */
export function createXmlParser({ onOpen, onClose, onText }: XmlHandlers): Pick<Parser, 'write' | 'end'> {
  const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
  let depth = 0;
  return new Parser(
    {
      onopentag(name, attributes) {
        checkDepth(++depth);
        onOpen(localName(name), attributes);
      },
      onclosetag(name) {
        depth--;
        onClose?.(localName(name));
      },
      ontext: (data) => onText?.(data),
    },
    { xmlMode: true, decodeEntities: true },
  );
}
