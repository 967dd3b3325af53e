export { type ChallengeFields, encodeChallenge, expectedHashes, hashOrigin, targetOf } from './encode-challenge.ts'
export { type Challenge, decodeChallenge } from './decode-challenge.ts'
export { verifySolution } from './verify-solution.ts'
