import { join } from 'node:path';
import { imageSbom } from './image-sbom.ts';

process.stdout.write(`${JSON.stringify(imageSbom(join(import.meta.dirname, '..', '..')), null, 2)}\n`);
