import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * better-auth signs in by password only. Whoever proved an address or holds the first administrator's token is signed in
 * through this endpoint, which no HTTP route reaches: we mount none of better-auth's.
 */
export const signInAsPlugin = {
  id: 'sign-in-as',
  endpoints: {
    signInAs: createAuthEndpoint(
      '/sign-in-as',
      { method: 'POST', requireHeaders: true, body: z.object({ userId: z.uuid() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('There is no such user')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return { userId: user.id }
      },
    ),
  },
} as const
