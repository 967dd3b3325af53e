import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { FormContext } from '../form-context.ts'
import { createForm, deleteForm, listForms, readForm, updateForm } from './forms.ts'

/** A form may have 40 fields with lists of their own. */
const bodyLimit = 262_144

export function mountForms(app: SpaceScope, context: FormContext): void {
  const { db, now } = context
  const named = (solutionId: string, { formId }: { readonly formId: string }) => ({
    solutionId,
    id: formId.toLowerCase(),
  })
  mountRoute(app, protectionRoutes.listProtectedForms, async ({ entity }) => listForms(context, entity.id))
  mountRoute(
    app,
    protectionRoutes.createProtectedForm,
    async ({ actor, entity, body, call }) => createForm(context, actor, { ...body, solutionId: entity.id }, call),
    { bodyLimit },
  )
  mountRoute(app, protectionRoutes.getProtectedForm, async ({ entity, params }) =>
    readForm(db, named(entity.id, params), now()),
  )
  mountRoute(
    app,
    protectionRoutes.updateProtectedForm,
    async ({ actor, entity, params, body, call }) =>
      updateForm(context, actor, { ...body, ...named(entity.id, params) }, call),
    { bodyLimit },
  )
  mountRoute(app, protectionRoutes.deleteProtectedForm, async ({ actor, entity, params, call }) =>
    deleteForm(context, actor, named(entity.id, params), call),
  )
}
