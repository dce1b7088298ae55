import path from 'node:path';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { OUTGOING_RULES, OUTGOING_SELECTORS } from './outgoing-rules.js';

/** Rules of style that a tool can check; dependency-cruiser checks the layers. */
export default tseslint.config(
  { ignores: ['dist/**', '.cache/**', 'node_modules/**'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './.config/tsconfig.pages.json'],
        tsconfigRootDir: path.join(import.meta.dirname, '..'),
      },
    },
    plugins: { regexp },
    rules: {
      // Texts of users reach nearly every expression: none may take more than linear time. A sticky one is tried at one place.
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false, ignoreSticky: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      // DTO classes describe plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': [
        'error',
        {
          allow: [
            'Answer',
            'Omit',
            'ComponentSwitches',
            'ChatResponseDto',
            'DocumentSummaryDto',
            'ComponentSwitchesDto',
          ],
        },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/prefer-nullish-coalescing': 'error',
      'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 6],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' },
        {
          selector: 'TSAsExpression:not(:has(TSTypeReference[typeName.name="const"]))',
          message: 'Narrow instead of asserting.',
        },
        ...OUTGOING_SELECTORS,
      ],
      // A constructor may take six parameters by max-params; the swagger plugin needs value imports for DTO types.
    },
  },
  // The pages run in the browser, and specs call their own servers.
  {
    files: ['src/**/*.ts'],
    ignores: ['src/web/pages/**', '**/*.spec.ts'],
    rules: OUTGOING_RULES,
  },
  // Requests of planned routes are declared to be checked and documented; nothing reads them yet.
  { files: ['src/planned/**/*.controller.ts'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
  // A dictionary is one list of texts.
  { files: ['src/web/pages/words/*.ts'], rules: { 'max-lines': 'off' } },
  // One migration is one list of statements.
  { files: ['migrations/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(skip|only)$/]',
          message: 'Use describeUnless or itUnless of test/support/lacking.ts: a skipped group says what it lacks.',
        },
      ],
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'regexp/no-super-linear-move': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      'max-params': 'off',
    },
  },
  // Skips, and names what is missing.
  { files: ['test/support/lacking.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
