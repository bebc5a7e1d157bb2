export { createFakeLoci } from './create-fake-loci.ts';
export type {
  FakeApiKeyOptions,
  FakeClientOptions,
  FakeLoci,
  FakeLociOptions,
  FakeTenant,
} from './create-fake-loci.ts';
