-- The time zone of a solution is that of its statistics too, so the captcha is told it: `count_state` counts both.
drop trigger if exists lifecycle_counts on solutions;
drop function if exists count_lifecycle();
update solutions set restriction_number = restriction_number + 1;
