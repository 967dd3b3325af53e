import { workerData } from 'node:worker_threads'
import { verifyWork as verify } from '../../../packages/proof-of-work/src/verify-work.ts'
import { isStandIn } from './stand-in.ts'

const { mark }: { mark: string } = workerData

export const verifyWork: typeof verify = (challenge, solution) =>
  isStandIn(solution, mark) || verify(challenge, solution)
