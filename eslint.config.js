import n from 'eslint-plugin-n';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    '**/node_modules/',
    '.runtime/',
    '**/.data/',
    'coverage/',
    '**/*.wasm',
    'clients/*/dist/',
    'services/*/dist/',
    'clients/*/src/generated/',
  ]),
  {
    files: ['**/*.ts', '**/*.tsx'],
    // AssemblyScript has TypeScript syntax, but its own type system.
    ignores: ['services/search/kernel/**'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Ignore the names that start with `_`, as the TypeScript compiler does.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-control-regex': 'error',
      'prefer-const': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'fc', property: 'assert', message: 'Use assertProperty of @loci/testing/assert-property.' },
      ],
    },
  },
  {
    files: ['{shared,services}/*/src/**/*.ts', '{gateway,auth-server}/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/*.contract.ts', '**/*.testing.ts'],
    plugins: { n },
    rules: { 'n/no-extraneous-import': 'error' },
  },
);
