import { protectionRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { FormContext } from '../form-context.ts'
import { decideReview } from './decide-review.ts'
import { listReviews, readReviewDetail } from './reviews.ts'

export function mountReviews(app: SpaceScope, context: FormContext): void {
  mountRoute(app, protectionRoutes.listReviews, async ({ entity, query }) => listReviews(context, entity.id, query))
  mountRoute(app, protectionRoutes.getReview, async ({ entity, params }) =>
    readReviewDetail(context, entity.id, params.reviewId.toLowerCase()),
  )
  mountRoute(app, protectionRoutes.decideReview, async ({ actor, entity, params, body, call }) =>
    decideReview(context, actor, { ...body, solutionId: entity.id, id: params.reviewId.toLowerCase() }, call),
  )
}
