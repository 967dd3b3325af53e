import { textOf } from '@bollard/site-kit'
import type { Problem } from '@bollard/contracts'
import { apiOf, attempt } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

interface Call {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** What came of the link of a mail; `done` is null until it was redeemed. */
export interface Redeemed<Value> {
  done: { value: Value } | null
  problem: Problem | null
}

/** The action of every page that the link of a mail opens and that has one button: sends the token on, and tells what came of it. */
export async function redeemLink<Value>(
  { request, context }: Call,
  redeem: (api: ReturnType<typeof apiOf>, token: string) => Promise<Value>,
) {
  const token = textOf(await request.formData(), 'token')
  const answer = await attempt(redeem(apiOf(context, request), token))
  const redeemed: Redeemed<Value> = answer.ok
    ? { done: { value: answer.value }, problem: null }
    : { done: null, problem: answer.problem }
  return data(redeemed, { status: redeemed.problem?.status ?? 200 })
}
