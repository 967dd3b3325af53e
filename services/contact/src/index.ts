export { type ContactService, type ContactServiceOptions, createContactService } from './create-contact-service.ts'
export { rateLimits } from './rate-limits.ts'
