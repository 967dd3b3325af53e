-- A form that is sent twice carries the token of before the second time. For some seconds the same proof gets the same answer, see
-- src/session/repeat-proof.ts. Neither the token of before nor the new one can be read here.
ALTER TABLE sessions
  ADD COLUMN rotated_from text UNIQUE,
  ADD COLUMN rotation_salt text,
  ADD COLUMN rotation_proof text;
