export { type ChallengeFields, encodeChallenge, expectedHashes, hashOrigin, targetOf } from './encode-challenge.ts'
export { type Challenge, decodeChallenge } from './decode-challenge.ts'
export { openVerdicts, sealVerdicts, verdictBytes } from './seal-verdicts.ts'
export { verifySolution } from './verify-solution.ts'
