import { ApiProblem } from '@bollard/api-client'
import type { RequestScope } from '@bollard/site-kit/server'
import { data } from 'react-router'

/** What a call answers; the page that says that the service is away, or that too much was asked, where it throws. */
export async function orAway<Answer>(scope: RequestScope, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const { requestId } = scope
    if (error instanceof ApiProblem && error.status === 429)
      throw data({ code: error.code, requestId }, { status: 429 })
    scope.report({ site: scope.site.name, requestId, err: error }, 'A status page could not be read')
    throw data({ code: 'unavailable', requestId }, { status: 503 })
  }
}
