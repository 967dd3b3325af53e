export { type Algorithm, subPuzzles } from './challenge.ts'
export {
  type ChallengeFields,
  encodeChallenge,
  expectedHashes,
  hashesPerEquixSolution,
  hashOrigin,
  targetOf,
} from './encode-challenge.ts'
export { type Challenge, decodeChallenge } from './decode-challenge.ts'
export { openVerdicts } from './open-verdicts.ts'
export { permutationOf } from './permutation.ts'
export { sealVerdicts, verdictBytes } from './seal-verdicts.ts'
export { isSigned, sign, signingKey, type SigningKey, signText } from './sign.ts'
export { verifySolution } from './verify-solution.ts'
export { verifyWork } from './verify-work.ts'
