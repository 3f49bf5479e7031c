package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/hostspec/hostspec/packages/runner/internal/account"
	"github.com/hostspec/hostspec/packages/runner/internal/copying"
	"github.com/hostspec/hostspec/packages/runner/internal/sys"
	"github.com/hostspec/hostspec/packages/runner/internal/wire"
)

// Account is an account in a message.
type Account struct {
	Uid    uint32    `json:"uid"`
	Gid    uint32    `json:"gid"`
	Name   wire.Text `json:"name,omitempty"`
	Groups []uint32  `json:"groups,omitempty"`
}

func (a *Account) account() *account.Account {
	if a == nil {
		return nil
	}
	return &account.Account{Uid: a.Uid, Gid: a.Gid, Name: string(a.Name), Groups: a.Groups}
}

func accountMessage(a *account.Account) *Account {
	if a == nil {
		return nil
	}
	return &Account{a.Uid, a.Gid, wire.Text(a.Name), a.Groups}
}

type helloRequest struct {
	Protocol     int        `json:"protocol"`
	Root         *wire.Text `json:"root"`
	Jobs         int        `json:"jobs"`
	Timeout      float64    `json:"timeout"`
	MaxItemBytes int64      `json:"maxItemBytes"`
	EnterMounts  bool       `json:"enterMounts"`
}

type helloAnswer struct {
	Protocol int       `json:"protocol"`
	Build    string    `json:"build"`
	OS       string    `json:"os"`
	Arch     string    `json:"arch"`
	Uid      uint32    `json:"uid"`
	Gid      uint32    `json:"gid"`
	Groups   []int     `json:"groups"`
	Hostname wire.Text `json:"hostname"`
	Time     int64     `json:"time"`
	BootID   wire.Text `json:"bootId"`
	Root     wire.Text `json:"root"`
	Run      string    `json:"run"`
	Jobs     int       `json:"jobs"`
	Work     bool      `json:"work"`
}

type pathRequest struct {
	Path    *wire.Text `json:"path"`
	Timeout float64    `json:"timeout"`
}

type statAnswer struct {
	Kind     string  `json:"kind"`
	Size     int64   `json:"size"`
	Modified float64 `json:"modified"`
}

type globRequest struct {
	Patterns []wire.Text `json:"patterns"`
	Newest   int         `json:"newest"`
	Timeout  float64     `json:"timeout"`
}

type target struct {
	File *wire.Text `json:"file"`
}

type readRequest struct {
	Path     *wire.Text `json:"path"`
	Raw      bool       `json:"raw"`
	Start    bool       `json:"start"`
	By       *Account   `json:"by"`
	MaxBytes *int64     `json:"maxBytes"`
	Timeout  float64    `json:"timeout"`
	To       *target    `json:"to"`
}

type cutMessage struct {
	Reason        wire.Text `json:"reason"`
	OriginalBytes *int64    `json:"originalBytes,omitempty"`
}

type readAnswer struct {
	Bytes  int64       `json:"bytes"`
	Sha256 string      `json:"sha256"`
	Cut    *cutMessage `json:"cut,omitempty"`
	Opened bool        `json:"opened,omitempty"`
}

func readMessage(copied copying.Copied, opened bool) readAnswer {
	answer := readAnswer{Bytes: copied.Bytes, Sha256: copied.Sha256, Opened: opened}
	if copied.Cut != nil {
		answer.Cut = &cutMessage{wire.Text(copied.Cut.Reason), copied.Cut.OriginalBytes}
	}
	return answer
}

type runRequest struct {
	Argv      []wire.Text          `json:"argv"`
	Env       map[string]wire.Text `json:"env"`
	Inherited map[string]wire.Text `json:"inherited"`
	Stdin     []byte               `json:"stdin"`
	Timeout   float64              `json:"timeout"`
	Signal    string               `json:"signal"`
	MaxBytes  *int64               `json:"maxBytes"`
	As        *Account             `json:"as"`
	To        *target              `json:"to"`
}

type runAnswer struct {
	RC      *int        `json:"rc,omitempty"`
	Signal  string      `json:"signal,omitempty"`
	Problem sys.Problem `json:"problem,omitempty"`
	Reason  wire.Text   `json:"reason,omitempty"`
	Cut     string      `json:"cut,omitempty"`
	Bytes   int64       `json:"bytes"`
	Sha256  string      `json:"sha256"`
	Wall    float64     `json:"wall,omitempty"`
	CPU     float64     `json:"cpu,omitempty"`
	Memory  int64       `json:"memory,omitempty"`
	Opened  bool        `json:"opened,omitempty"`
}

type whichRequest struct {
	Word    *wire.Text `json:"word"`
	Process int        `json:"process"`
}

type whichAnswer struct {
	Path    wire.Text   `json:"path,omitempty"`
	Problem sys.Problem `json:"problem,omitempty"`
	Reason  wire.Text   `json:"reason,omitempty"`
}

type controllerAnswer struct {
	Account    *Account    `json:"account,omitempty"`
	NotEntered []wire.Text `json:"notEntered,omitempty"`
}

type stopRequest struct {
	Reason *wire.Text `json:"reason"`
}

type endedAnswer struct {
	Ended int `json:"ended"`
}

type errorMessage struct {
	Problem    sys.Problem `json:"problem"`
	Reason     wire.Text   `json:"reason"`
	Code       string      `json:"code,omitempty"`
	Target     bool        `json:"target,omitempty"`
	Opened     bool        `json:"opened,omitempty"`
	NotEntered []wire.Text `json:"notEntered,omitempty"`
	End        bool        `json:"end,omitempty"`
}

func errorOf(failure *sys.HostError) errorMessage {
	message := errorMessage{Problem: failure.Problem, Reason: wire.Text(failure.Reason), Code: failure.Code, Target: failure.Target}
	if failure.NotEntered {
		message.NotEntered = []wire.Text{wire.Text(failure.Reason)}
	}
	return message
}

// decode reads the JSON of a request; a field that is not known is refused.
func decode(payload []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(payload))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return &wire.Malformed{Words: "a request cannot be read: " + err.Error()}
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return &wire.Malformed{Words: "a request has something after its JSON"}
	}
	return nil
}

// decodeLoosely reads some fields of a request.
func decodeLoosely(payload []byte, into any) error {
	if err := json.Unmarshal(payload, into); err != nil {
		return &wire.Malformed{Words: "a request cannot be read: " + err.Error()}
	}
	return nil
}

// encode writes a message as JSON; all of them can be written.
func encode(message any) []byte {
	content, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return content
}

func plain(texts map[string]wire.Text) map[string]string {
	all := map[string]string{}
	for name, text := range texts {
		all[name] = string(text)
	}
	return all
}
