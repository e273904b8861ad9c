package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

func main() {
	input := bufio.NewReader(os.Stdin)
	line := func() (string, bool) {
		text, err := input.ReadString('\n')
		if err != nil {
			return "", false
		}
		return text[:len(text)-1], true
	}
	for {
		userID, more := line()
		if !more {
			return
		}
		seconds, _ := line()
		secret, _ := line()
		timestamp, err := strconv.ParseInt(seconds, 10, 64)
		if err != nil {
			panic(err)
		}
		fmt.Println(sign(userID, timestamp, secret))
	}
}
