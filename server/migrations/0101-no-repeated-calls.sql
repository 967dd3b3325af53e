-- Each service keeps the answers of its own repeatable calls.
drop table server.repeated_calls;
