import { createBuiltinEmbedder } from './builtin-embedder.ts';
import { describeEmbedderContract } from './embedder.contract.ts';

describeEmbedderContract({ create: async () => createBuiltinEmbedder(), unknownText: 'สวัสดีชาวโลก' });
