-- The time zone of a solution is that of its statistics too, so the captcha is told it: `count_state` counts both.
drop trigger if exists lifecycle_counts on solutions;
drop function if exists count_lifecycle();
-- Functions of triggers are replaced after all numbered files, so those of an earlier version may name columns that are gone.
alter table solutions disable trigger user;
update solutions set restriction_number = restriction_number + 1;
alter table solutions enable trigger user;
