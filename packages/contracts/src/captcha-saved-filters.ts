import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { logFilterSchema, shownFilterSchema } from './captcha-log.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

/** Of one person at one site. */
export const savedFiltersMax = 50

const name = z.string().trim().min(1).max(60).regex(lineOfText)

/** A filter of the log that a person has named. Only they see it, on every device. */
export const savedFilterSchema = z.object({
  id: idSchema,
  name: z.string(),
  filters: shownFilterSchema,
  createdAt: timeSchema,
})
export type SavedFilter = z.infer<typeof savedFilterSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const filterParams = solutionParams.extend({ savedFilterId: idSchema })

export const captchaSavedFilterRoutes = {
  listSavedFilters: defineRoute({
    id: 'listSavedFilters',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/saved-filters',
    access: captchaPolicy['saved-filter.read'],
    summary: `Your own saved filters of the verification log by name, at most ${savedFiltersMax}, so there is one page.`,
    params: solutionParams,
    response: { status: 200, schema: z.object({ items: z.array(savedFilterSchema), nextCursor: z.null() }) },
    problems: ['person-required'],
  }),
  createSavedFilter: defineRoute({
    id: 'createSavedFilter',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/saved-filters',
    access: captchaPolicy['saved-filter.keep'],
    summary: 'Save a filter of the verification log for yourself. A name that you use already is refused.',
    params: solutionParams,
    body: { name: 'savedFilterNewDto', schema: z.strictObject({ name, filters: logFilterSchema }) },
    response: { status: 201, schema: savedFilterSchema },
    problems: ['person-required', 'quota-exceeded', 'state-conflict'],
  }),
  renameSavedFilter: defineRoute({
    id: 'renameSavedFilter',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/saved-filters/{savedFilterId}',
    access: captchaPolicy['saved-filter.keep'],
    summary: 'Rename one of your saved filters.',
    params: filterParams,
    body: { name: 'savedFilterDto', schema: z.strictObject({ name }) },
    response: { status: 200, schema: savedFilterSchema },
    problems: ['person-required', 'state-conflict'],
  }),
  deleteSavedFilter: defineRoute({
    id: 'deleteSavedFilter',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/saved-filters/{savedFilterId}',
    access: captchaPolicy['saved-filter.keep'],
    summary: 'Delete one of your saved filters.',
    params: filterParams,
    response: { status: 204, schema: null },
    problems: ['person-required'],
  }),
}
