module bollard.invalid/bollard

go 1.19
