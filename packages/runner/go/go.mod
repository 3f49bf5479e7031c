module github.com/hostspec/hostspec/packages/runner

go 1.22
