// Package tables reads tables of cases that the tests of the runner share with those of TypeScript.
package tables

import (
	"encoding/json"
	"os"
	"testing"
)

// Rights are cases of whose rights are used for a file. Users are root, own (the runner's), eve and
// bob. By is nil if nobody decides.
type Rights struct {
	Controllers []struct {
		Owner, Mode string
		By          *string
	}
	Links []struct {
		Of, In, Mode string
		By           *string
	}
	HardLinks []struct {
		Setting *string
		Names   uint64
		Kind    string
		Root    bool
		By      *string
	}
	Unmapped []struct {
		Path    string
		Trusted bool
	}
	Programs []struct {
		Name    string
		Tree    []string
		Start   string
		Refused *string
	}
	Homes []struct {
		Name    string
		Tree    []string
		Word    string
		Found   *string
		Refused *string
	}
	FurtherPrograms []string
	Mounts          []string
}

// Commands are the cases of command lines that log in, and of variables that mark the processes of a run.
type Commands struct {
	Logins []struct {
		Argv    []string
		User    string
		Words   []string
		Refused string
	}
	Marks []struct {
		Variable string
		Ended    bool
	}
}

func ReadRights(t *testing.T) Rights { return read[Rights](t, "rights") }

func ReadCommands(t *testing.T) Commands { return read[Commands](t, "commands") }

func read[Table any](t *testing.T, name string) Table {
	// Tests run in the folder of their package.
	content, err := os.ReadFile("../../../../testing/src/tables/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var table Table
	if err := json.Unmarshal(content, &table); err != nil {
		t.Fatal(err)
	}
	return table
}
