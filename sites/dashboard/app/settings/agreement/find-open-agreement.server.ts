import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { isAgreementOpen } from './is-agreement-open.ts'

/** Whether the data processing agreement of a solution waits to be accepted; false where nobody can say. */
export async function findOpenAgreement(
  context: Readonly<RouterContextProvider>,
  request: Request,
  solutionId: string,
): Promise<boolean> {
  const agreement = await attempt(apiOf(context, request).getProcessingAgreement({ solutionId }))
  return agreement.ok && isAgreementOpen(agreement.value)
}
