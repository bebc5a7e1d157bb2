export { SERVICE_QUESTIONS } from './agreement/service-questions.ts';
